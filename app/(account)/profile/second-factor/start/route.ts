export { startSecondFactor as POST } from "@/lib/accounts/second-factor/start-second-factor";
