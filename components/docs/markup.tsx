/**
 * A description of the API, with its `code` set as code. Descriptions use no other Markdown. They are in English in
 * every language of the page.
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
