export { confirmSecondFactor as POST } from "@/lib/accounts/second-factor/confirm-second-factor";
