// What every page has: its heading, and buttons for theme, printing and the puzzle file.

const byId = (id) => document.getElementById(id);
const press = (id, action) => byId(id).addEventListener("click", action);

const darkSystem = matchMedia("(prefers-color-scheme: dark)");
const isDark = () =>
  (document.documentElement.dataset.theme ?? (darkSystem.matches ? "dark" : "light")) === "dark";

// `redrawn` is called when the page is light that was dark, or dark that was light.
function startTools(data, redrawn = () => {}) {
  byId("about").textContent = [data.author, data.source].filter(Boolean).join(" · ");
  press("print", () => window.print());
  press("download", () => saveText(byId("puzzle-file").textContent, "ron", data.title));
  const follow = () => {
    byId("theme").textContent = isDark() ? "Light" : "Dark";
    redrawn();
  };
  press("theme", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    follow();
  });
  darkSystem.addEventListener("change", follow);
  follow();
}

// Gives a text to be saved as a file, whose name begins with the puzzle's title.
function saveText(text, extension, title, ending = "") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const words = [title, ending].join(" ").match(/[\p{L}\p{N}]+/gu) ?? ["puzzle"];
  link.download = `${words.join("-").toLowerCase()}.${extension}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
