export { decideConsent as POST } from "@/lib/consent/decide-consent";
