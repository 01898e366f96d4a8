export { answerSecondFactor as POST } from "@/lib/identity/account/second-factor/answer-second-factor";
