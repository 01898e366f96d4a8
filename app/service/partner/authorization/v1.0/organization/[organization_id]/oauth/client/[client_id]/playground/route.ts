import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";
import { runPlaygroundStepContract } from "@/lib/oauth/playground/contract";
import { runPlaygroundStep } from "@/lib/oauth/playground/run-playground-step";

export const POST = handle(runPlaygroundStepContract, runPlaygroundStep);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
