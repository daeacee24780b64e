//! The settings of the desktop for people who see or move in another way: reduced motion, high
//! contrast.
//!
//! The desktop is asked once, on a thread, since it may take its time to answer. A desktop that says
//! nothing is taken to want what others see.

use egui::{Context, Id};

/// Looks what the system asks for.
pub(in crate::ui) fn install(ctx: &Context) {
    let ctx = ctx.clone();
    let ask = move || {
        set_reduced_motion(&ctx, portal::reduced_motion().unwrap_or(false));
        let high = portal::high_contrast().unwrap_or(false);
        ctx.data_mut(|data| data.insert_temp(contrast_id(), high));
        ctx.request_repaint();
    };
    let _ = crate::threads::start(ask);
}

/// Returns whether reduced motion is requested.
pub(crate) fn is_motion_reduced(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(motion_id())).unwrap_or(false)
}

/// Notes whether the system asks for reduced motion.
pub(crate) fn set_reduced_motion(ctx: &Context, reduced: bool) {
    ctx.data_mut(|data| data.insert_temp(motion_id(), reduced));
}

/// Returns whether high contrast is requested.
pub(crate) fn wants_high_contrast(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(contrast_id())).unwrap_or(false)
}

fn motion_id() -> Id {
    Id::unique("reduced motion")
}

fn contrast_id() -> Id {
    Id::unique("contrast of the desktop")
}

/// The settings of the desktop, as its portal tells them.
#[cfg(target_os = "linux")]
mod portal {
    use std::pin::pin;
    use std::sync::Arc;
    use std::task::{Context, Poll, Wake, Waker};
    use std::thread::Thread;

    use zbus::Connection;
    use zbus::zvariant::OwnedValue;

    /// Returns whether reduced motion is requested: by the common setting, or by GNOME's, which is
    /// older.
    pub(in crate::ui) fn reduced_motion() -> Option<bool> {
        block_on(async {
            let connection = Connection::session().await.ok()?;
            let common = ("org.freedesktop.appearance", "reduced-motion");
            if let Some(value) = setting(&connection, common).await {
                return u32::try_from(value).ok().map(|wish| wish == 1);
            }
            let of_gnome = ("org.gnome.desktop.interface", "enable-animations");
            let animates = setting(&connection, of_gnome).await?;
            bool::try_from(animates).ok().map(|animates| !animates)
        })
    }

    /// Returns whether high contrast is requested: by the common setting, or by GNOME's, which is
    /// older.
    pub(in crate::ui) fn high_contrast() -> Option<bool> {
        block_on(async {
            let connection = Connection::session().await.ok()?;
            let common = ("org.freedesktop.appearance", "contrast");
            if let Some(value) = setting(&connection, common).await {
                return u32::try_from(value).ok().map(|wish| wish == 1);
            }
            let of_gnome = ("org.gnome.desktop.a11y.interface", "high-contrast");
            bool::try_from(setting(&connection, of_gnome).await?).ok()
        })
    }

    /// A setting by its namespace and key.
    async fn setting(connection: &Connection, key: (&str, &str)) -> Option<OwnedValue> {
        let reply = connection.call_method(
            Some("org.freedesktop.portal.Desktop"),
            "/org/freedesktop/portal/desktop",
            Some("org.freedesktop.portal.Settings"),
            "ReadOne",
            &key,
        );
        reply.await.ok()?.body().deserialize().ok()
    }

    /// Waits on this thread for what a future comes to; the connection has a thread of its own.
    pub(in crate::ui) fn block_on<T>(work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let waker = Waker::from(Arc::new(Sleeper(std::thread::current())));
        loop {
            match work.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(value) => return value,
                Poll::Pending => std::thread::park(),
            }
        }
    }

    /// The thread that waits.
    struct Sleeper(Thread);

    impl Wake for Sleeper {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod portal {
    pub(in crate::ui) fn reduced_motion() -> Option<bool> {
        None
    }

    pub(in crate::ui) fn high_contrast() -> Option<bool> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::task::Poll;

    #[test]
    fn what_comes_from_another_thread_is_waited_for() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut asked = false;
        let work = std::future::poll_fn(move |context| {
            if !asked {
                asked = true;
                let (sender, waker) = (sender.clone(), context.waker().clone());
                std::thread::spawn(move || {
                    sender.send(7).expect("it is waited for");
                    waker.wake();
                });
            }
            receiver.try_recv().map_or(Poll::Pending, Poll::Ready)
        });
        assert_eq!(super::portal::block_on(work), 7);
    }
}
