export { confirmSecondFactor as POST } from "@/lib/identity/account/second-factor/confirm-second-factor";
