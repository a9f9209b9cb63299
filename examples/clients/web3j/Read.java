// Reads a chain with web3j, `Web3j.build(new HttpService(url))`, and prints a JSON line for the chain and one for each block.
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.web3j.protocol.Web3j;
import org.web3j.protocol.core.DefaultBlockParameter;
import org.web3j.protocol.core.methods.response.EthBlock;
import org.web3j.protocol.http.HttpService;

public class Read {
    static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] args) throws Exception {
        Web3j web3j = Web3j.build(new HttpService(args[0]));
        BigInteger head = web3j.ethBlockNumber().send().getBlockNumber();
        print(Map.of(
                "chainId", quantity(web3j.ethChainId().send().getChainId()),
                "blockNumber", quantity(head),
                "networkId", web3j.netVersion().send().getNetVersion(),
                "clientVersion", web3j.web3ClientVersion().send().getWeb3ClientVersion()));
        for (BigInteger number = BigInteger.ZERO; number.compareTo(head) <= 0; number = number.add(BigInteger.ONE))
            print(read(web3j, number));
        web3j.shutdown();
    }

    static Map<String, Object> read(Web3j web3j, BigInteger number) throws Exception {
        EthBlock.Block block =
                web3j.ethGetBlockByNumber(DefaultBlockParameter.valueOf(number), true).send().getBlock();
        List<Object> transactions = new ArrayList<>();
        List<Object> receipts = new ArrayList<>();
        for (EthBlock.TransactionResult<?> result : block.getTransactions()) {
            String hash = ((EthBlock.TransactionObject) result.get()).getHash();
            transactions.add(toJson(web3j.ethGetTransactionByHash(hash).send().getTransaction().get()));
            receipts.add(toJson(web3j.ethGetTransactionReceipt(hash).send().getTransactionReceipt().get()));
        }
        EthBlock.Block byHash = web3j.ethGetBlockByHash(block.getHash(), false).send().getBlock();
        return Map.of(
                "block", blockJson(block),
                "byHash", blockJson(byHash),
                "transactions", transactions,
                "receipts", receipts,
                "computed", Map.of());
    }

    /** web3j takes the eight bytes of a header's nonce for a number. */
    static Map<String, Object> blockJson(EthBlock.Block block) throws Exception {
        Map<String, Object> members = toJson(block);
        members.put("nonce", String.format("0x%016x", block.getNonce()));
        return members;
    }

    static void print(Object line) throws Exception {
        System.out.println(JSON.writeValueAsString(line));
    }

    static String quantity(BigInteger value) {
        return "0x" + value.toString(16);
    }

    /** What the client adds of its own. */
    static final Set<String> OWN = Set.of("class", "sealFields", "creates", "publicKey", "raw");

    /** A decoded value by its getters: numbers as quantities; what is absent is left out. */
    static Map<String, Object> toJson(Object value) throws Exception {
        Map<String, Object> members = new LinkedHashMap<>();
        for (Method getter : value.getClass().getMethods()) {
            String name = memberOf(getter);
            if (name == null || OWN.contains(name) || isAbsent(value, getter)) continue;
            members.put(name, valueJson(getter.invoke(value)));
        }
        return members;
    }

    static Object valueJson(Object value) throws Exception {
        if (value == null || value instanceof String || value instanceof Boolean) return value;
        if (value instanceof EthBlock.TransactionHash hash) return hash.get();
        if (value instanceof BigInteger number) return quantity(number);
        if (value instanceof Long number) return quantity(BigInteger.valueOf(number));
        if (value instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            for (Object inner : list) all.add(valueJson(inner));
            return all;
        }
        return toJson(value);
    }

    static String memberOf(Method getter) {
        String name = getter.getName();
        if (getter.getParameterCount() > 0 || name.endsWith("Raw")) return null;
        if (name.equals("isRemoved")) return "removed";
        if (!name.startsWith("get") || name.equals("get")) return null;
        return name.substring(3, 4).toLowerCase() + name.substring(4);
    }

    /** A number that the response lacks: its text is null or a default of the client, without 0x. */
    static boolean isAbsent(Object value, Method getter) throws Exception {
        try {
            Object text = value.getClass().getMethod(getter.getName() + "Raw").invoke(value);
            return text == null || !text.toString().startsWith("0x");
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
