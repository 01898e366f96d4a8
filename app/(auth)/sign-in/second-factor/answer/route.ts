export { answerSecondFactor as POST } from "@/lib/auth/answer-second-factor";
