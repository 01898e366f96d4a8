import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { runPlaygroundStepContract } from "@/lib/developer-tools/playground/contract";
import { runPlaygroundStep } from "@/lib/developer-tools/playground/run-playground-step";

export const POST = handle(runPlaygroundStepContract, runPlaygroundStep);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
