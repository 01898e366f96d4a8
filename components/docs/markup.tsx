/**
 * A description of the API with its `code` words set as code; the rest of Markdown is not used in ours.
 * It is in English, whatever the language of the page.
 */
export function Markup({ text }: { text: string }) {
  let offset = 0;
  return (
    <span lang="en" className="api-text">
      {text.split("`").map((part, position) => {
        const key = offset;
        offset += part.length + 1;
        return position % 2 === 1 ? <code key={key}>{part}</code> : part;
      })}
    </span>
  );
}
