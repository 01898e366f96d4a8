/** Shows the buttons that copy, where there is a clipboard, and says beside each what happened. */
export const COPY_SCRIPT = `
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const { copy, done, failed } = button.dataset;
    const say = (words) => { button.nextElementSibling.textContent = words; };
    button.hidden = false;
    button.onclick = () => navigator.clipboard.writeText(copy).then(() => say(done), () => say(failed));
  }
}
`;
