export { startProviderSignIn as GET } from "@/lib/provider/start-provider-sign-in";
