import { answerOperation } from "@/lib/api/answer-operation";
import { mailRecoveryLink } from "@/lib/identity/account/recovery/mail-recovery-link";

export const POST = answerOperation(mailRecoveryLink);
