import type { CreateClientInput } from "@/lib/clients/input-schemas";

/** What a new client is: an extension that sellers install, or a script of the organization's own. */
export type ClientKind = "extension" | "script";

/** What the form asks for, as typed. */
export interface StartingFields {
  name: string;
  kind: ClientKind;
  /** Null for an extension that has no address yet. */
  url: string | null;
}

/** What a client starts with besides what was typed. */
export interface StartingValues {
  /** Our own callback, for a client without an address. */
  sandboxCallback: string;
  scopes: Record<ClientKind, readonly string[]>;
}

/** Where an extension built with the FDK receives codes. */
export function redirectUrlOf(url: string): string {
  return `${url.trim().replace(/\/+$/, "")}/fp/auth`;
}

/**
 * The body that creates a client from three fields.
 * @param imported the values of a manifest, which take precedence; null without one
 */
export function startingBody(
  { name, kind, url }: StartingFields,
  { sandboxCallback, scopes }: StartingValues,
  imported: CreateClientInput | null,
): CreateClientInput {
  const own = {
    ...imported,
    meta: { ...imported?.meta, name },
    scopes: imported?.scopes?.permissions?.length
      ? imported.scopes
      : { permissions: [...scopes[kind]] },
  };
  if (kind === "script") return { ...own, grants: imported?.grants ?? ["client_credentials"] };
  const redirectUrl = url === null ? sandboxCallback : redirectUrlOf(url);
  return {
    ...own,
    base_url: url === null ? null : url.trim(),
    redirect_urls: imported?.redirect_urls?.length ? imported.redirect_urls : [redirectUrl],
  };
}
