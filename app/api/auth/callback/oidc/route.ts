export { finishProviderSignIn as GET } from "@/lib/platform/provider/finish-provider-sign-in";
