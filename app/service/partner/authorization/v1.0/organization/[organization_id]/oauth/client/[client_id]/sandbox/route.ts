import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { runSandboxActionContract } from "@/lib/developer-tools/sandbox/contract";
import { runSandboxAction } from "@/lib/developer-tools/sandbox/run-sandbox-action";

export const POST = handle(runSandboxActionContract, runSandboxAction);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
