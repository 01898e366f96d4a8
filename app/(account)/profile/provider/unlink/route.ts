export { unlinkProvider as POST } from "@/lib/provider/link/unlink-provider";
