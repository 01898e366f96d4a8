export { removeSecondFactor as POST } from "@/lib/accounts/second-factor/remove-second-factor";
