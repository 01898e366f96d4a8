export { decideConsent as POST } from "@/lib/oauth/consent/decide-consent";
