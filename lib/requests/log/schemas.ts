import { z } from "zod";
import { differencePartsSchema } from "@/lib/core/diagnosis/difference-schemas";
import { cursorListSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { eventKindNames } from "@/lib/protocol/events/values";
import { callerKinds, requestOutcomes } from "@/lib/requests/log/values";

const kinds = [...eventKindNames, "call"] as const;

const requestId = z.string().meta({
  description: "The id of the request, as in its response.",
  example: "6740f1c2a9d34e0b7c51f300",
});

const entryId = z.string().meta({
  description: "The id of the entry. Unique, although callers may send a request id again.",
  example: "6740f1c2a9d34e0b7c51f300",
});

const name = z.string().nullable();

const callerSchema = z
  .looseObject({
    kind: z.enum(callerKinds).meta({
      description:
        "`system_user`: the extension itself, with an offline token or its own. `seller`: a person, with an online token.",
      example: "system_user",
    }),
    id: name.meta({
      description:
        "Id of the system user, or the seller's id at the platform or, without one, here. Null if it is no longer known.",
      example: "6740f1c2a9d34e0b7c51f0ab",
    }),
    name: name.meta({
      description:
        "The system user's name or the seller's. Null if it is no longer known, such as after the person was erased.",
      example: "shipfast",
    }),
  })
  .meta({ id: "RequestCaller" });

/** One request: of the authorization flow, or a call of a platform API. */
export const requestSchema = z
  .looseObject({
    id: entryId,
    request_id: requestId,
    created_at: timestamp("When it happened."),
    kind: z.enum(kinds).meta({ description: "The kind of request.", example: "token" }),
    outcome: z.enum(requestOutcomes).meta({
      description: "How it ended. `declined`: the seller did not consent.",
      example: "denied",
    }),
    code: z.string().nullable().meta({
      description: "The error code, or what was issued; null for a call.",
      example: "invalid_client",
    }),
    check: z.string().nullable().meta({
      description: "Stable name of the check that failed; null if none did.",
      example: "client_secret",
    }),
    method: z.string().meta({ description: "The HTTP method.", example: "POST" }),
    path: z.string().nullable().meta({
      description: "The path or, for a call, its template; null if no rule of the gate matched.",
      example: "/service/application/catalog/v1.0/products/",
    }),
    status: z.int().nullable().meta({
      description: "The HTTP status of a call; null until a proxy reports it.",
      example: 200,
    }),
    milliseconds: z.number().nullable().meta({
      description: "How long a call took; null until a proxy reports it.",
      example: 12,
    }),
    client: z
      .looseObject({
        id: z.string().meta({ description: "Its id.", example: "6740f1c2a9d34e0b7c51f1ab" }),
        name: name.meta({ description: "Its name.", example: "Shipfast" }),
      })
      .nullable()
      .meta({
        id: "RequestClient",
        description:
          "The client that sent the request, or whose id it contained; null if there is none.",
      }),
    company: z
      .looseObject({
        id: z.int().meta({ description: "Its id, as sent; it may not exist.", example: 42 }),
        name: name.meta({
          description:
            "Its name. For the client's organization, null unless the company has, or had, the extension installed.",
          example: "Acme Retail",
        }),
        is_sandbox: z.boolean().meta({
          description:
            "Whether the company is a sandbox, so that no figure counts the request. False where its name is null.",
          example: false,
        }),
      })
      .nullable()
      .meta({ id: "RequestCompany", description: "The company that it was about." }),
    organization_id: z.string().nullable().meta({
      description:
        "The organization that the request was about, as sent; it may not exist. Null for a company.",
      example: null,
    }),
    more: z.int().meta({
      description:
        "How many similar denials this entry also represents. They came at about the same time, from callers who did not authenticate, and have no entries of their own, or none in this list.",
      example: 0,
    }),
    authenticated: z.boolean().meta({
      description:
        "Whether the caller authenticated as the client, with its secret or one of its tokens. False for every request to authorize: anyone can send a client_id there.",
    }),
    caller: callerSchema.nullable().meta({ description: "Who made a call; null for others." }),
    scope: name.meta({
      description: "The scope that allowed a call; null if it needed none or was denied.",
      example: "company/products/read",
    }),
  })
  .meta({ id: "Request" });

export type Request = z.output<typeof requestSchema>;

export const requestListSchema = cursorListSchema("RequestList", requestSchema);
export type RequestList = z.output<typeof requestListSchema>;

const stepSchema = z
  .looseObject({
    at: timestamp("When it happened, or happened last."),
    kind: z.enum([...kinds, "install"]).meta({
      description: "The kind of request, or `install` for a consent.",
      example: "refresh",
    }),
    outcome: z.enum(requestOutcomes).meta({ description: "How it ended." }),
    code: z.string().nullable().meta({
      description: "The error code, what was issued, or how the consent changed the grant.",
      example: "offline",
    }),
    check: z.string().nullable().meta({ description: "The check that failed.", example: null }),
    count: z.int().meta({ description: "How many equal ones in a row.", example: 1 }),
    by_person: z.boolean().meta({
      description: "Whether a person decided it, such as an owner or admin of the company.",
      example: true,
    }),
    person: z.string().nullable().meta({
      description:
        "Who that was, for operators of the platform. Null for the client's organization, and if it is no longer known.",
      example: "Olu Adeyemi",
    }),
    id: entryId.nullable(),
    request_id: requestId.nullable(),
  })
  .meta({ id: "RequestStep" });

/** What to do about a denial, as the API returns it. */
export const fixSchema = z
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
export type FixBody = z.output<typeof fixSchema> | null;

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

/** One request with everything that is known about it. */
export const requestDetailSchema = requestSchema
  .extend({
    owner_id: z.string().nullable().meta({
      description: "The organization that owns the client.",
      example: "6740f1c2a9d34e0b7c51f301",
    }),
    message: name.meta({
      description: "The message in the response; null if nothing was denied.",
      example: "The code has expired. Exchange it within 60 seconds.",
    }),
    difference: name.meta({
      description: "How the request differs from what is registered or granted.",
      example: "Not registered: company/orders/write; registered: company/orders/read.",
    }),
    difference_parts: differencePartsSchema,
    fix: fixSchema.nullable(),
    input: deniedInputSchema.nullable().meta({ description: "What was sent, redacted." }),
    missing_scopes: z
      .array(
        z
          .looseObject({
            name: z.string().meta({ description: "The scope.", example: "company/products/read" }),
            text: z.string().meta({
              description: "What it allows, in the reader's language.",
              example: "See products and their prices.",
            }),
          })
          .meta({ id: "MissingScope" }),
      )
      .meta({ description: "The scopes of the fix that the client does not have yet." }),
    timeline: z.array(stepSchema).meta({
      description: "What happened with this client for the same company up to then, oldest first.",
    }),
  })
  .meta({ id: "RequestDetail" });
export type RequestDetail = z.output<typeof requestDetailSchema>;

const countsSchema = z
  .looseObject({
    allowed: z.int().meta({ description: "How many were not denied.", example: 5_692 }),
    issued: z.record(z.string(), z.int()).meta({
      description:
        "Of these, codes and tokens, by kind: `code`, `offline`, `online`, `client_credentials`, and `refreshed`.",
      example: { code: 12, offline: 12, refreshed: 40 },
    }),
    denied: z.record(z.string(), z.int()).meta({
      description: "How many were denied, by the check that failed.",
      example: { client_secret: 14 },
    }),
  })
  .meta({ id: "RequestCounts" });
export type RequestCounts = z.output<typeof countsSchema>;

export const requestFiguresSchema = z
  .looseObject({
    hours: z.int().meta({ description: "The length of a bar in hours.", example: 6 }),
    bars: z
      .array(
        countsSchema.extend({ start: timestamp("When it begins.") }).meta({ id: "RequestBar" }),
      )
      .meta({ description: "Oldest first; the last one is still in progress." }),
    totals: countsSchema,
    previous: countsSchema,
    median: z.int().nullable().meta({
      description: "Of the newest 1,000 calls with a duration, in milliseconds.",
      example: 6,
    }),
    p95: z.int().nullable().meta({ description: "The 95th percentile of the same.", example: 21 }),
    last_call_at: timestamp(
      "When the newest call in the last 7 days began; null without one.",
    ).nullable(),
  })
  .meta({ id: "RequestFigures" });
export type RequestFigures = z.output<typeof requestFiguresSchema>;
