import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { checkRedirect } from "@/lib/clients/redirect-check/check-redirect";
import { checkRedirectContract } from "@/lib/clients/redirect-check/contract";

export const POST = handle(checkRedirectContract, checkRedirect);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
