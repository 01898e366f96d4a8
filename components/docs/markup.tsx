/**
 * A description of the API with its paragraphs and `code` words; the rest of Markdown is not used in ours.
 * It is in English, whatever the language of the page.
 */
export function Markup({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("\n\n");
  // Hardly any text has two paragraphs, and a list of one would make the page larger.
  if (rest.length === 0) return <Paragraph text={first} />;
  return [first, ...rest].map((paragraph) => <Paragraph key={paragraph} text={paragraph} />);
}

function Paragraph({ text }: { text: string }) {
  return <p lang="en">{text.includes("`") ? words(text) : text}</p>;
}

function words(text: string) {
  let offset = 0;
  return text.split("`").map((part, position) => {
    const key = offset;
    offset += part.length + 1;
    return position % 2 === 1 ? <code key={key}>{part}</code> : part;
  });
}
