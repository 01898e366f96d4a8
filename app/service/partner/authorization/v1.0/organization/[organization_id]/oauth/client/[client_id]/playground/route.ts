import { handle, methodNotAllowed } from "@/lib/http/handle";
import { runPlaygroundStepContract } from "@/lib/oauth/playground/contract";
import { runPlaygroundStep } from "@/lib/oauth/playground/run-playground-step";

export const POST = handle(runPlaygroundStepContract, runPlaygroundStep);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
