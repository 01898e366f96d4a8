export { answerSecondFactor as POST } from "@/lib/accounts/second-factor/answer-second-factor";
