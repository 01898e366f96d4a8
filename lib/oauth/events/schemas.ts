import { z } from "zod";
import { timestamp } from "@/lib/kernel/schemas/timestamp-schema";
import { walkPageSchema } from "@/lib/kernel/schemas/walk-schemas";

/** Kinds of request that leave an event. */
export const eventKinds = [
  "authorize",
  "consent",
  "token",
  "refresh",
  "bearer",
  "startup",
  "introspect",
  "revoke",
  "push",
] as const;

/** What kind of request an event of the failure log is about. */
export type EventKind = (typeof eventKinds)[number];

/** What became of a request. */
export const eventOutcomes = ["issued", "refused", "declined"] as const;

/** What was sent with a denied request, redacted. */
export const deniedInputSchema = z
  .looseObject({
    authentication: z.string().meta({
      description: "How the caller said who it is: none, basic, body, bearer or a mixture.",
      example: "basic",
    }),
    parameters: z.record(z.string(), z.string()).meta({
      description:
        "By name: the value, or in square brackets what kind of value it was. Secrets, codes and tokens are never kept.",
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
    description: "The likely fix. Beyond kind and text it holds what the kind needs.",
  });

/** One request of the authorization flow, issued or denied. */
export const clientEventSchema = z
  .looseObject({
    id: z.string().meta({ description: "Id of the event.", example: "4711" }),
    kind: z.enum(eventKinds).meta({ description: "What was asked for." }),
    outcome: z.enum(eventOutcomes).meta({ description: "What became of it." }),
    reason: z.string().meta({
      description: "The error code, or what was issued: authorization_code or a kind of token.",
      example: "invalid_grant",
    }),
    check: z.string().nullable().meta({
      description: "Stable name of the check that failed; null for what was issued.",
      example: "redirect_uri_registered",
    }),
    message: z.string().nullable().meta({
      description: "What the caller was told; null for what was issued.",
      example: "The code has expired. Exchange it within 60 seconds.",
    }),
    input: deniedInputSchema.nullable().meta({ description: "What was sent, redacted." }),
    difference: z.string().nullable().meta({
      description: "How what was sent differs from what is registered or granted.",
      example: "Not registered: company/orders/write; registered: company/orders/read.",
    }),
    fix: fixSchema.nullable(),
    request_id: z.string().meta({
      description: "As the answer named it.",
      example: "6740f1c2a9d34e0b7c51f300",
    }),
    company_id: z.int().nullable().meta({ description: "The seller company it was about." }),
    organization_id: z
      .string()
      .nullable()
      .meta({ description: "The organization it was about, where it was no company." }),
    authenticated: z.boolean().meta({
      description:
        "Whether the caller proved to be the client, by its secret or by a token of it. What a browser sends to authorize never does: anybody can name a client there.",
    }),
    more: z.int().meta({
      description:
        "How many similar denials this entry also stands for. They came from callers who did not authenticate as the client, at about the same time, and have no entries of their own.",
      example: 1460,
    }),
    created_at: timestamp("When it happened."),
  })
  .meta({ id: "ClientEvent" });

/** One event as the API answers it. */
export type ClientEvent = z.output<typeof clientEventSchema>;

/** A page of events. */
export const clientEventListSchema = z
  .looseObject({
    items: z.array(clientEventSchema).meta({ description: "Events of the page, newest first." }),
    page: walkPageSchema,
  })
  .meta({ id: "ClientEventList" });
