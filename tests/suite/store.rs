//! The packed store against a plain list of solutions.

use polywright::encode::ElementSet;
use polywright::exact_cover::OptionId;
use polywright::solution::Store;
use polywright::solution::chunk::{Chunk, ChunkParts};
use proptest::prelude::*;

type Plain = Vec<(Vec<OptionId>, ElementSet)>;

/// A number of options, and solutions of such a problem, of one length or of several.
fn solutions(most: usize) -> impl Strategy<Value = (usize, Plain)> {
    let count = prop_oneof![1..300_usize, 250..260_usize, 4_000..5_000_usize, 70_000..80_000_usize];
    (count, 0..14_usize, any::<bool>()).prop_flat_map(move |(count, length, varies)| {
        let lengths = if varies { 0..=length } else { length..=length };
        let option = (0..count as u32).prop_map(OptionId);
        let solution = prop::collection::vec(option, lengths).prop_map(|mut solution| {
            solution.sort_unstable();
            solution
        });
        let stabiliser = prop_oneof![
            8 => Just(ElementSet::IDENTITY),
            1 => (1_u64..256).prop_map(ElementSet::from_bits),
        ];
        (Just(count), prop::collection::vec((solution, stabiliser), 0..most))
    })
}

fn packed(count: usize, solutions: &[(Vec<OptionId>, ElementSet)]) -> Store {
    let mut store = Store::new(count);
    for (solution, stabiliser) in solutions {
        store.push(solution, *stabiliser);
    }
    store
}

fn unpacked(store: &Store) -> Plain {
    (0..store.len()).map(|i| (store.get(i), store.stabiliser(i))).collect()
}

/// A store as it comes back from what is stored of its chunks.
fn stored_and_read(store: &Store, count: usize) -> Store {
    let chunks = store.chunks().iter().map(|chunk| {
        let parts = ChunkParts {
            len: chunk.len(),
            records: chunk.records().to_vec(),
            ends: chunk.stored_ends(),
            stabilisers: chunk.stored_stabilisers(),
        };
        Chunk::from_parts(parts, count, 8).expect("it is sound")
    });
    Store::from_chunks(count, chunks.collect()).expect("they fit together")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::program::cases(200)))]

    #[test]
    fn a_store_holds_what_a_list_holds((count, plain) in solutions(60)) {
        let mut store = packed(count, &plain);
        prop_assert_eq!(unpacked(&store), plain.clone());
        prop_assert_eq!(unpacked(&stored_and_read(&store, count)), plain.clone());
        let mut by_solution = plain.clone();
        by_solution.sort_by(|a, b| a.0.cmp(&b.0));
        store.sort();
        let sorted: Vec<_> = store.iter().collect();
        prop_assert_eq!(&sorted, &by_solution.iter().map(|(s, _)| s.clone()).collect::<Vec<_>>());
        by_solution.dedup_by(|a, b| a.0 == b.0);
        store.dedup();
        prop_assert_eq!(store.iter().collect::<Vec<_>>(), by_solution.iter().map(|(s, _)| s.clone()).collect::<Vec<_>>());
        prop_assert!(store.is_sorted());
    }

    #[test]
    fn stores_are_appended_and_cut_like_lists(
        (count, plain) in solutions(60), (other_count, other) in solutions(60), cut in 0..60_usize,
    ) {
        let most = count.max(other_count);
        for count in [most, usize::MAX] {
            let mut store = packed(most, &plain);
            let shared = store.clone();
            let mut second = packed(count, &other);
            let cut = cut.min(other.len());
            store.extend_from(&second, cut..other.len());
            store.append(&mut second);
            prop_assert!(second.is_empty());
            let expected: Plain = [&plain[..], &other[cut..], &other[..]].concat();
            prop_assert_eq!(unpacked(&store), expected);
            prop_assert_eq!(unpacked(&shared), plain.clone(), "a copy does not change");
        }
    }
}

/// Solutions of twelve of 2,056 options, in no order.
fn many(count: u64) -> Store {
    let mut store = Store::new(2_056);
    let mut state = 1_u64;
    let mut solution = Vec::new();
    for _ in 0..count {
        solution.clear();
        for piece in 0..12 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            solution.push(OptionId(piece * 171 + (state >> 40) as u32 % 171));
        }
        store.push(&solution, ElementSet::IDENTITY);
    }
    store
}

#[test]
fn many_chunks_are_sorted_appended_and_stored_like_one() {
    let mut store = many(30_000);
    let mut plain: Vec<Vec<OptionId>> = store.iter().collect();
    plain.sort_unstable();
    let mut halves = store.empty();
    halves.extend_from(&store, 0..10_001);
    halves.extend_from(&store, 10_001..30_000);
    assert_eq!(unpacked(&halves), unpacked(&store));
    store.sort();
    assert!(store.iter().eq(plain));
    assert_eq!(unpacked(&stored_and_read(&store, 2_056)), unpacked(&store));
}

#[test]
fn twelve_pieces_take_less_than_twenty_bytes() {
    let mut store = many(1_000_000);
    assert!(store.bytes() < 20_000_000, "{} bytes", store.bytes());
    store.sort();
    assert!(store.bytes() < 20_000_000, "{} bytes when sorted", store.bytes());
    let read = stored_and_read(&store, 2_056);
    assert!(read.bytes() < 20_000_000, "{} bytes when read", read.bytes());
}

#[test]
#[ignore = "takes a while"]
fn ten_million_solutions_of_twelve_pieces_take_less_than_200_megabytes() {
    let store = many(10_000_000);
    println!("{} bytes", store.bytes());
    assert!(store.bytes() < 200_000_000);
}

#[test]
fn chunks_that_do_not_hold_together_are_refused() {
    let store = many(5);
    let whole = |change: &dyn Fn(&mut ChunkParts)| {
        let chunk = &store.chunks()[0];
        let mut parts = ChunkParts {
            len: chunk.len(),
            records: chunk.records().to_vec(),
            ends: chunk.stored_ends(),
            stabilisers: chunk.stored_stabilisers(),
        };
        change(&mut parts);
        Chunk::from_parts(parts, 2_056, 8)
    };
    assert!(whole(&|_| ()).is_some());
    let refused: [&dyn Fn(&mut ChunkParts); 9] = [
        &|parts| parts.len = 0,
        &|parts| parts.len = 4,
        &|parts| parts.len = usize::MAX,
        &|parts| parts.records.truncate(89),
        &|parts| parts.records[0] = 0xFF,
        &|parts| parts.ends = Some(vec![0; 20]),
        &|parts| parts.ends = Some(vec![1, 2, 3]),
        &|parts| parts.stabilisers = vec![0; 8],
        &|parts| parts.stabilisers = vec![0xFF; 40],
    ];
    for (n, change) in refused.into_iter().enumerate() {
        assert!(whole(change).is_none(), "change {n}");
    }
    assert!(Store::from_chunks(2_056, vec![whole(&|_| ()).unwrap(); 2]).is_none());
}
