import { z } from "zod";
import {
  erasedUserSchema,
  eraseUserQuerySchema,
  listUsersQuerySchema,
  userFieldsSchema,
  userListSchema,
  userSchema,
} from "@/lib/directory/users/schemas";
import { DIRECTORY, TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { externalIdSchema } from "@/lib/kernel/schemas/id-schema";

const USERS = `${DIRECTORY}/users`;
const USER = `${USERS}/{external_id}` as const;

const ofUser = z.object({
  external_id: externalIdSchema.meta({
    description:
      "The platform's id of the person, percent-encoded; our id for a person who has none.",
    example: "seller-4711",
  }),
});

/** GET users. */
export const listDirectoryUsersContract = definePlatformContract({
  operationId: "listDirectoryUsers",
  method: "GET",
  path: USERS,
  summary: "List people",
  description: "Lists people, oldest first. Erased people are not listed.",
  tag: TAG,
  platformPermission: "directory:read",
  params: z.object({}),
  query: listUsersQuerySchema,
  success: { status: 200, description: "A page of people.", schema: userListSchema },
});

/** GET users/{external_id}. */
export const getDirectoryUserContract = definePlatformContract({
  operationId: "getDirectoryUser",
  method: "GET",
  path: USER,
  summary: "Fetch a person",
  description: "Returns one person.",
  tag: TAG,
  platformPermission: "directory:read",
  params: ofUser,
  success: { status: 200, description: "The person.", schema: userSchema },
});

/** PUT users/{external_id}. */
export const putDirectoryUserContract = definePlatformContract({
  operationId: "putDirectoryUser",
  method: "PUT",
  path: USER,
  summary: "Create or change a person",
  description:
    "Fields that are not sent stay the same. Email addresses never link accounts: one that belongs to an account with a password is a conflict. Operators cannot be changed here.",
  tag: TAG,
  platformPermission: "directory:write",
  params: ofUser,
  body: userFieldsSchema,
  success: {
    status: 200,
    description: "The person, updated or unchanged.",
    created: "The new person.",
    schema: userSchema,
  },
  errors: ["conflict", "precondition_failed"],
});

/** DELETE users/{external_id}?erase=true. */
export const eraseDirectoryUserContract = definePlatformContract({
  operationId: "eraseDirectoryUser",
  method: "DELETE",
  path: USER,
  summary: "Erase a person",
  description:
    "Ends the person's access and erases their personal data everywhere, for good. Audit logs and receipts still verify. Storing the same external id again creates a new person.",
  tag: TAG,
  platformPermission: "directory:write",
  params: ofUser,
  query: eraseUserQuerySchema,
  success: { status: 200, description: "The person is erased.", schema: erasedUserSchema },
  errors: ["conflict"],
});
