//! A picture that is drawn on a thread of its own and shown as a texture.

use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};

use crate::picture::png::Pixels;
use crate::workbench::{CancelToken, Task, Wake};

/// The picture of what a key stands for: the last one that is ready, while another is drawn.
pub(crate) struct Raster<K> {
    task: Option<(K, Task<Pixels>)>,
    shown: Option<(K, TextureHandle)>,
    /// The key that could not be drawn last, and why.
    failed: Option<(K, String)>,
}

impl<K> Default for Raster<K> {
    fn default() -> Raster<K> {
        Raster { task: None, shown: None, failed: None }
    }
}

impl<K: PartialEq> Raster<K> {
    /// Takes what is ready and, unless the picture of the key is there or being drawn, begins to draw
    /// it: one at a time, so that of many changes in a row only the last is drawn in the end.
    pub(crate) fn follow<W>(&mut self, key: K, wake: &Wake, ctx: &Context, work: impl FnOnce() -> W)
    where
        W: FnOnce(CancelToken) -> Result<Pixels, String> + Send + 'static,
    {
        if let Some((_, task)) = &mut self.task {
            task.poll();
            if task.is_waiting() {
                return;
            }
            let (its_key, task) = self.task.take().expect("it was there");
            match task {
                Task::Ready(pixels) => {
                    let size = [pixels.width, pixels.height];
                    let image = ColorImage::from_rgba_premultiplied(size, &pixels.bytes);
                    let texture = ctx.load_texture("preview", image, TextureOptions::LINEAR);
                    self.shown = Some((its_key, texture));
                    self.failed = None;
                }
                Task::Failed(why) => self.failed = Some((its_key, why)),
                Task::Waiting(_) => {}
            }
        }
        let is_shown = self.shown.as_ref().is_some_and(|(shown, _)| *shown == key);
        if !is_shown && self.failed.as_ref().is_none_or(|(failed, _)| *failed != key) {
            self.task = Some((key, Task::start(wake, work())));
        }
    }

    /// Why the last picture could not be drawn.
    pub(crate) fn error(&self) -> Option<&str> {
        self.failed.as_ref().map(|(_, why)| why.as_str())
    }

    /// Width and height of the picture that is ready, in pixels.
    pub(crate) fn size(&self) -> Option<[usize; 2]> {
        self.shown.as_ref().map(|(_, texture)| texture.size())
    }

    /// The picture that is ready, and what it is of.
    pub(crate) fn shown(&self) -> Option<(&K, TextureId)> {
        self.shown.as_ref().map(|(key, texture)| (key, texture.id()))
    }
}
