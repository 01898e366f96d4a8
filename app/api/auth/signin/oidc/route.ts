export { startProviderSignIn as GET } from "@/lib/platform/provider/start-provider-sign-in";
