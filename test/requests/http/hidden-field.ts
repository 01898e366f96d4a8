/** Value of a hidden form field in the page's HTML. */
export function hiddenField(html: string, name: string): string {
  const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? [];
  if (value === undefined) throw new Error(`The page has no hidden field ${name}`);
  return value;
}
