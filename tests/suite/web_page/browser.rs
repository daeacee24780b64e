//! Chromium without a display, by its debugging pipe: messages in JSON, each ended by a zero byte.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// Names under which systems have it.
const PROGRAMS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A running browser with one page.
pub(super) struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: Option<String>,
    last: u64,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Browser {
    /// Starts it with a profile of its own in a folder; `None`, and a line that says so, without one.
    pub(super) fn start(folder: &Path) -> Option<Browser> {
        let has = |program: &&str| {
            let version = Command::new(program).arg("--version").stderr(Stdio::null()).output();
            version.is_ok_and(|output| output.status.success())
        };
        let Some(program) = PROGRAMS.into_iter().find(has) else {
            println!("no Chromium here: the page is not played");
            return None;
        };
        // The pipe is file 3 to it and 4 from it; its own output is of no interest.
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, program])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args([
                "--no-first-run",
                "--remote-debugging-pipe",
                "--host-resolver-rules=MAP * ~NOTFOUND",
            ])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let to = child.stdin.take().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        let mut browser = Browser { child, to, from, session: None, last: 0 };
        let target = browser.send("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.send("Target.attachToTarget", attached);
        browser.session = Some(session["sessionId"].as_str().unwrap().to_owned());
        Some(browser)
    }

    /// Sends a command and waits for its answer.
    fn send(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).expect("the browser listens");
        loop {
            let mut bytes = Vec::new();
            self.from.read_until(0, &mut bytes).expect("the browser answers");
            assert_eq!(bytes.pop(), Some(0), "the browser has ended");
            let mut answer: Value = serde_json::from_slice(&bytes).unwrap();
            if answer["id"] == self.last {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].take();
            }
        }
    }

    /// Opens a file in a window of a size.
    pub(super) fn open(&mut self, path: &Path, [width, height]: [u32; 2]) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.send("Emulation.setDeviceMetricsOverride", metrics);
        self.send("Page.navigate", json!({ "url": format!("file://{}", path.display()) }));
        let is_there =
            "document.readyState === 'complete' && document.body.dataset.state !== undefined";
        for _ in 0..1200 {
            if self.eval(is_there) == json!(true) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{} is not shown", path.display());
    }

    /// The value of an expression of the page's script.
    pub(super) fn eval(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true });
        let mut answer = self.send("Runtime.evaluate", parameters);
        let thrown = answer.get("exceptionDetails");
        assert!(thrown.is_none(), "{expression}: {}", thrown.unwrap());
        answer["result"]["value"].take()
    }

    fn mouse(&mut self, kind: &str, at: [f64; 2], buttons: u32) {
        self.mouse_button(kind, "left", at, buttons);
    }

    fn mouse_button(&mut self, kind: &str, button: &str, [x, y]: [f64; 2], buttons: u32) {
        let parameters = json!({
            "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1,
        });
        self.send("Input.dispatchMouseEvent", parameters);
    }

    /// Turns the wheel over a place, and waits until the page has been told.
    pub(super) fn wheel(&mut self, [x, y]: [f64; 2], way: f64) {
        let parameters =
            json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": way });
        self.send("Input.dispatchMouseEvent", parameters);
        std::thread::sleep(Duration::from_millis(100));
    }

    /// Clicks with the right button.
    pub(super) fn right_click(&mut self, at: [f64; 2]) {
        self.mouse_button("mousePressed", "right", at, 2);
        self.mouse_button("mouseReleased", "right", at, 0);
    }

    /// Clicks at a place.
    pub(super) fn click_at(&mut self, at: [f64; 2]) {
        self.mouse("mousePressed", at, 1);
        self.mouse("mouseReleased", at, 0);
    }

    /// Drags by the mouse.
    pub(super) fn mouse_drag(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.mouse("mouseMoved", from, 0);
        self.mouse("mousePressed", from, 1);
        for at in way(from, to) {
            self.mouse("mouseMoved", at, 1);
        }
        self.mouse("mouseReleased", to, 0);
    }

    /// Clicks in the middle of an element.
    pub(super) fn click_on(&mut self, selector: &str) {
        let mut place = String::new();
        let _ = write!(
            place,
            "(() => {{ const e = document.querySelector('{selector}'); \
             e.scrollIntoView({{ block: 'center' }}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        let at = self.eval(&place);
        self.click_at([at[0].as_f64().unwrap(), at[1].as_f64().unwrap()]);
    }

    fn touch(&mut self, kind: &str, at: Option<[f64; 2]>) {
        let points: Vec<Value> =
            at.into_iter().map(|[x, y]| json!({ "x": x, "y": y, "id": 1 })).collect();
        let parameters = json!({ "type": kind, "touchPoints": points });
        self.send("Input.dispatchTouchEvent", parameters);
    }

    /// Drags by a finger.
    pub(super) fn touch_drag(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.touch("touchStart", Some(from));
        for at in way(from, to) {
            self.touch("touchMove", Some(at));
        }
        self.touch("touchEnd", None);
    }

    /// Taps, and keeps the finger there for so many milliseconds.
    pub(super) fn tap(&mut self, at: [f64; 2], milliseconds: u64) {
        self.touch("touchStart", Some(at));
        std::thread::sleep(Duration::from_millis(milliseconds));
        self.touch("touchEnd", None);
    }

    /// Presses a key: a letter, or one by its name.
    pub(super) fn key(&mut self, key: &str) {
        self.press(key, 0);
    }

    /// Presses a key with Ctrl.
    pub(super) fn key_with_control(&mut self, key: &str) {
        self.press(key, 2);
    }

    fn press(&mut self, key: &str, modifiers: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let parameters = json!({ "type": kind, "key": key, "modifiers": modifiers });
            self.send("Input.dispatchKeyEvent", parameters);
        }
    }
}

/// Places on the way of a pointer, the last at its end.
fn way(from: [f64; 2], to: [f64; 2]) -> impl Iterator<Item = [f64; 2]> {
    (1..=4).map(move |n| [0, 1].map(|k| from[k] + (to[k] - from[k]) * f64::from(n) / 4.0))
}
