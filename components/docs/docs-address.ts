/** What a person has chosen for the examples; every link inside the reference keeps it. */
export interface Choice {
  organization_id?: string;
  client_id?: string;
}

/** The address of a page of the reference: its contents, a resource, or an operation. */
export function docsAddress(choice: Choice, topic = "", more: { q?: string } = {}): string {
  const query = new URLSearchParams({ ...choice, ...more }).toString();
  return `/docs${topic && `/${topic}`}${query && `?${query}`}`;
}
