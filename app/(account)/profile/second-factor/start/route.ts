export { startSecondFactor as POST } from "@/lib/identity/account/second-factor/start-second-factor";
