import { z } from "zod";
import { cursorListSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { callerKinds } from "@/lib/requests/calls/values";

/** Whether a request was tried out. */
export const isSandbox = z.boolean().meta({
  description:
    "Whether the company is a sandbox, so that no figure counts the request. False where its name is null.",
  example: false,
});

const callerSchema = z
  .looseObject({
    kind: z.enum(callerKinds).meta({
      description:
        "`system_user`: the extension itself, with an offline token or its own. `seller`: a person, with an online token.",
      example: "system_user",
    }),
    id: z.string().nullable().meta({
      description:
        "Id of the system user, or the seller's id at the platform or, without one, here. Null if it is no longer known.",
      example: "6740f1c2a9d34e0b7c51f0ab",
    }),
    name: z.string().nullable().meta({
      description:
        "The system user's name or the seller's. Null if it is no longer known, such as after the person was erased.",
      example: "shipfast",
    }),
  })
  .meta({ id: "CallCaller", description: "Who called." });

/** One call of a platform API. */
export const callSchema = z
  .looseObject({
    request_id: z.string().meta({
      description: "The id of the request. Unique.",
      example: "6740f1c2a9d34e0b7c51f300",
    }),
    created_at: timestamp("When the call began."),
    method: z.string().meta({ description: "The HTTP method.", example: "GET" }),
    path: z.string().nullable().meta({
      description: "The template of the path; null if no rule of the gate matched.",
      example: "/service/application/catalog/v1.0/products/",
    }),
    status: z.int().nullable().meta({
      description: "The HTTP status; null until a proxy reports it.",
      example: 200,
    }),
    milliseconds: z.number().nullable().meta({
      description: "How long the call took; null until a proxy reports it.",
      example: 12,
    }),
    client: z
      .looseObject({
        id: z.string().meta({ description: "Its id.", example: "6740f1c2a9d34e0b7c51f1ab" }),
        name: z.string().nullable().meta({ description: "Its name.", example: "Shipfast" }),
      })
      .meta({ id: "CallClient", description: "The client whose token was sent." }),
    company: z
      .looseObject({
        id: z.int().meta({ description: "Its id.", example: 42 }),
        name: z.string().nullable().meta({ description: "Its name.", example: "Acme Retail" }),
        is_sandbox: isSandbox,
      })
      .nullable()
      .meta({
        id: "CallCompany",
        description: "The company that the token is for; null for an organization's token.",
      }),
    organization_id: z.string().nullable().meta({
      description: "The organization that the token is for; null for a company's token.",
      example: null,
    }),
    caller: callerSchema,
    scope: z.string().nullable().meta({
      description: "The scope that allowed the call; null if it needed none or was denied.",
      example: "company/products/read",
    }),
    denial: z.string().nullable().meta({
      description:
        "The check that failed, as in the failure log; null for an allowed call. The client's failure log explains it under the same request id.",
      example: null,
    }),
  })
  .meta({ id: "Call" });

/** A call in API responses. */
export type Call = z.output<typeof callSchema>;

/** A page of calls. */
export const callListSchema = cursorListSchema("CallList", callSchema);

/** A page of calls in API responses. */
export type CallList = z.output<typeof callListSchema>;
