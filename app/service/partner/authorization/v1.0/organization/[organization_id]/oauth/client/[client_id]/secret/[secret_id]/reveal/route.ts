import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { revealSecretContract } from "@/lib/clients/secrets/contract";
import { revealSecret } from "@/lib/clients/secrets/reveal-secret";

export const POST = handle(revealSecretContract, revealSecret);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
