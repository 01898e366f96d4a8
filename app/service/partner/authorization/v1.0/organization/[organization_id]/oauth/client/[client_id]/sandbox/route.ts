import { handle, methodNotAllowed } from "@/lib/http/handle";
import { runSandboxActionContract } from "@/lib/oauth/sandbox/contract";
import { runSandboxAction } from "@/lib/oauth/sandbox/run-sandbox-action";

export const POST = handle(runSandboxActionContract, runSandboxAction);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
