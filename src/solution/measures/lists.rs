//! Many short lists of numbers in one block of memory.

/// Lists of numbers, by the index of the list.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    entries: Vec<u32>,
    /// Where each list begins; one entry more at the end.
    starts: Vec<u32>,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists { entries: Vec::new(), starts: vec![0] }
    }
}

impl Lists {
    /// Adds a list at the end.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.entries.extend(list);
        self.starts.push(u32::try_from(self.entries.len()).expect("encodings are smaller"));
    }

    /// A list by its index.
    pub(super) fn get(&self, index: usize) -> &[u32] {
        &self.entries[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// All lists in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|range| &self.entries[range[0] as usize..range[1] as usize])
    }
}

impl FromIterator<Vec<u32>> for Lists {
    fn from_iter<I: IntoIterator<Item = Vec<u32>>>(lists: I) -> Lists {
        let mut all = Lists::default();
        lists.into_iter().for_each(|list| all.push(list));
        all
    }
}
