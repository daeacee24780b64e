//! A picture that is drawn on a thread of its own, and shown as a texture.

use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};

use crate::picture::png::Pixels;
use crate::workbench::Task;
use crate::workbench::session::Wake;

/// The picture of what a key stands for: the last one that is ready, while another is drawn.
pub(super) struct Raster<K> {
    task: Option<(K, Task<Pixels>)>,
    shown: Option<(K, TextureHandle)>,
}

impl<K> Default for Raster<K> {
    fn default() -> Raster<K> {
        Raster { task: None, shown: None }
    }
}

impl<K: PartialEq> Raster<K> {
    /// Takes what is ready and, unless the picture of the key is there or being drawn, begins to draw
    /// it: one at a time, so that of many changes in a row only the last is drawn in the end.
    pub(super) fn follow<W>(&mut self, key: K, wake: &Wake, ctx: &Context, work: impl FnOnce() -> W)
    where
        W: FnOnce() -> Result<Pixels, String> + Send + 'static,
    {
        if let Some((_, task)) = &mut self.task {
            task.poll();
            if task.is_waiting() {
                return;
            }
            let (its_key, task) = self.task.take().expect("it was there");
            if let Some(pixels) = task.get() {
                let size = [pixels.width, pixels.height];
                let image = ColorImage::from_rgba_premultiplied(size, &pixels.bytes);
                let texture = ctx.load_texture("preview", image, TextureOptions::LINEAR);
                self.shown = Some((its_key, texture));
            }
        }
        if self.shown.as_ref().is_none_or(|(shown, _)| *shown != key) {
            let wake = std::sync::Arc::clone(wake);
            self.task = Some((key, Task::start(work(), move || wake())));
        }
    }

    /// The picture that is ready, and what it is of.
    pub(super) fn shown(&self) -> Option<(&K, TextureId)> {
        self.shown.as_ref().map(|(key, texture)| (key, texture.id()))
    }
}
