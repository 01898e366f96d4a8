import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";
import { runSandboxActionContract } from "@/lib/oauth/sandbox/contract";
import { runSandboxAction } from "@/lib/oauth/sandbox/run-sandbox-action";

export const POST = handle(runSandboxActionContract, runSandboxAction);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
