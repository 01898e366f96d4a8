import { z } from "zod";

const of = <const K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind) });

/** What a developer should do about an error, for programs; `fixMessage` puts it into words. */
export const fixSchema = z.discriminatedUnion("kind", [
  /** In the client's settings. */
  of("register_redirect_url").extend({ url: z.string() }),
  /** In the client's settings; an empty list: those that the extension needs. */
  of("register_scopes").extend({ scopes: z.array(z.string()) }),
  /** In the client's settings. */
  of("register_grant").extend({ grant: z.string() }),
  of("activate_client"),
  /** Only an operator can end a suspension. */
  of("contact_platform"),
  /** In the client's settings: a draft is only for the companies that it names. */
  of("change_listing"),
  /** In the request; null where only the developer knows the value. */
  of("set_parameter").extend({ name: z.string(), value: z.string().nullable() }),
  of("remove_parameter").extend({ name: z.string() }),
  of("send_parameter_once").extend({ name: z.string() }),
  of("move_parameter_to_body").extend({ name: z.string() }),
  of("set_content_type").extend({ value: z.string() }),
  of("correct_body"),
  of("send_credentials"),
  /** The secret sent has expired; the client has a newer one. */
  of("use_new_secret"),
  /** In the client's list of deleted clients. */
  of("restore_client"),
  of("send_access_token"),
  of("send_code_challenge"),
  /** A new authorize request whose code is exchanged with the matching verifier. */
  of("send_code_verifier"),
  of("push_request_again"),
  /** In the path; null if the request does not identify the value. */
  of("use_other_company").extend({ company_id: z.int().nullable() }),
  of("use_other_organization").extend({ organization_id: z.string().nullable() }),
  of("use_client_credentials"),
  of("run_authorize_again"),
  /** A new authorize request with these scopes added. */
  of("request_scopes").extend({ scopes: z.array(z.string()) }),
  of("exchange_within").extend({ seconds: z.int() }),
  of("refresh_token"),
  of("ask_admin"),
  of("wait").extend({ seconds: z.int() }),
]);

export type Fix = z.output<typeof fixSchema>;
