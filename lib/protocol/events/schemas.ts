import { z } from "zod";
import { walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { eventKindNames } from "@/lib/protocol/events/values";

/** Outcomes of a request. */
export const eventOutcomes = ["issued", "refused", "declined"] as const;

/** What was sent with a denied request, redacted. */
export const deniedInputSchema = z
  .looseObject({
    authentication: z.string().meta({
      description: "How the caller authenticated: none, basic, body, bearer or several of them.",
      example: "basic",
    }),
    parameters: z.record(z.string(), z.string()).meta({
      description:
        "By name: the value, or its kind in square brackets. Secrets, codes and tokens are never stored.",
      example: { grant_type: "authorization_code", code: "[authorization code]" },
    }),
  })
  .meta({ id: "DeniedInput" });

const fixSchema = z
  .looseObject({
    kind: z.string().meta({ description: "What to do, for programs.", example: "set_parameter" }),
    text: z.string().meta({
      description: "What to do and where, for people.",
      example: "In the request, send response_type=code.",
    }),
  })
  .meta({
    id: "Fix",
    description: "The likely fix. Besides kind and text, it has the fields that its kind needs.",
  });

/** One request of the authorization flow, issued or denied. */
export const clientEventSchema = z
  .looseObject({
    id: z.string().meta({ description: "Id of the event.", example: "4711" }),
    kind: z.enum(eventKindNames).meta({ description: "The kind of request." }),
    outcome: z.enum(eventOutcomes).meta({ description: "The outcome." }),
    reason: z.string().meta({
      description: "The error code, or what was issued: authorization_code or a kind of token.",
      example: "invalid_grant",
    }),
    check: z.string().nullable().meta({
      description: "Stable name of the check that failed; null if something was issued.",
      example: "redirect_uri_registered",
    }),
    message: z.string().nullable().meta({
      description: "The message in the response; null if something was issued.",
      example: "The code has expired. Exchange it within 60 seconds.",
    }),
    input: deniedInputSchema.nullable().meta({ description: "What was sent, redacted." }),
    difference: z.string().nullable().meta({
      description: "How the request differs from what is registered or granted.",
      example: "Not registered: company/orders/write; registered: company/orders/read.",
    }),
    fix: fixSchema.nullable(),
    request_id: z.string().meta({
      description: "The request id in the response.",
      example: "6740f1c2a9d34e0b7c51f300",
    }),
    company_id: z.int().nullable().meta({ description: "The company that the request was about." }),
    organization_id: z
      .string()
      .nullable()
      .meta({ description: "The organization that the request was about; null for a company." }),
    authenticated: z.boolean().meta({
      description:
        "Whether the caller authenticated as the client, with its secret or one of its tokens. False for every request to authorize: anyone can send a client_id there.",
    }),
    more: z.int().meta({
      description:
        "How many similar denials this entry also represents. They came at about the same time, from callers who did not authenticate as the client, and have no entries of their own.",
      example: 1460,
    }),
    created_at: timestamp("When it happened."),
  })
  .meta({ id: "ClientEvent" });

/** One event as the API returns it. */
export type ClientEvent = z.output<typeof clientEventSchema>;

/** A page of events. */
export const clientEventListSchema = z
  .looseObject({
    items: z.array(clientEventSchema).meta({ description: "Events of the page, newest first." }),
    page: walkPageSchema,
  })
  .meta({ id: "ClientEventList" });
