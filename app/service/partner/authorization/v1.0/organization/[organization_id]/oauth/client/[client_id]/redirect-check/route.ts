import { checkRedirect } from "@/lib/clients/redirect-check/check-redirect";
import { checkRedirectContract } from "@/lib/clients/redirect-check/contract";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = handle(checkRedirectContract, checkRedirect);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
