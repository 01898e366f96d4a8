/** Value of a hidden field of a form, as the page's HTML has it. */
export function hiddenField(html: string, name: string): string {
  const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? [];
  if (value === undefined) throw new Error(`The page has no hidden field ${name}`);
  return value;
}
