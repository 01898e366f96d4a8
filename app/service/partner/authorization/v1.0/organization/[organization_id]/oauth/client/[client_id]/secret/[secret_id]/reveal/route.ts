import { revealSecretContract } from "@/lib/clients/secrets/contract";
import { revealSecret } from "@/lib/clients/secrets/reveal-secret";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = handle(revealSecretContract, revealSecret);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
