/** A description of the API, in English on all pages: paragraphs and `code` words, and no other Markdown. */
export function Markup({ text }: { text: string }) {
  return text.split("\n\n").map((paragraph) => (
    <p key={paragraph} lang="en">
      {paragraph.includes("`") ? withCode(paragraph) : paragraph}
    </p>
  ));
}

function withCode(text: string) {
  return text.split("`").map((part, position) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    return position % 2 === 1 ? <code key={position}>{part}</code> : part;
  });
}
