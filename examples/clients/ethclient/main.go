// Reads a chain with go-ethereum's ethclient, `ethclient.Dial(url)`, and prints a JSON line for the chain and one for each block.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/trie"
)

type object = map[string]any

var ctx = context.Background()

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// toJSON gives a value of the client's types as its own JSON.
func toJSON(value any) object {
	var members object
	text := must(json.Marshal(value))
	must(0, json.Unmarshal(text, &members))
	return members
}

func main() {
	client := must(ethclient.Dial(os.Args[1]))
	out := json.NewEncoder(os.Stdout)
	head := must(client.BlockNumber(ctx))
	chainID := must(client.ChainID(ctx))
	out.Encode(object{
		"chainId":     hexutil.EncodeBig(chainID),
		"blockNumber": hexutil.EncodeUint64(head),
		"networkId":   must(client.NetworkID(ctx)).String(),
	})
	signer := types.LatestSignerForChainID(chainID)
	for number := range head + 1 {
		block := must(client.BlockByNumber(ctx, new(big.Int).SetUint64(number)))
		out.Encode(read(client, block, signer))
	}
}

func read(client *ethclient.Client, block *types.Block, signer types.Signer) object {
	whole, transactions, readReceipts, computed := []object{}, []object{}, []object{}, []object{}
	var receipts types.Receipts
	for _, transaction := range block.Transactions() {
		hash := transaction.Hash()
		same, _, err := client.TransactionByHash(ctx, hash)
		must(0, err)
		receipt := must(client.TransactionReceipt(ctx, hash))
		receipts = append(receipts, receipt)
		whole = append(whole, toJSON(transaction))
		transactions = append(transactions, toJSON(same))
		readReceipts = append(readReceipts, receiptJSON(receipt, transaction))
		computed = append(computed, object{"hash": hash, "from": must(types.Sender(signer, transaction))})
	}
	byHash := must(client.BlockByHash(ctx, block.Hash()))
	return object{
		"block":        blockJSON(block, whole),
		"byHash":       blockJSON(byHash, hashesOf(byHash)),
		"transactions": transactions,
		"receipts":     readReceipts,
		"computed": object{
			"block": object{
				"hash":             block.Hash(),
				"sha3Uncles":       types.CalcUncleHash(block.Uncles()),
				"transactionsRoot": types.DeriveSha(block.Transactions(), trie.NewListHasher()),
				"receiptsRoot":     types.DeriveSha(receipts, trie.NewListHasher()),
				"logsBloom":        types.MergeBloom(receipts),
			},
			"transactions": computed,
		},
	}
}

// receiptJSON leaves out what is zero because the receipt lacks it.
func receiptJSON(receipt *types.Receipt, transaction *types.Transaction) object {
	members := toJSON(receipt)
	members["type"] = hexutil.EncodeUint64(uint64(receipt.Type))
	if len(receipt.PostState) > 0 { // Byzantium replaced it by the status
		delete(members, "status")
	} else {
		delete(members, "root")
	}
	if transaction.To() != nil {
		delete(members, "contractAddress")
	}
	return members
}

func blockJSON(block *types.Block, transactions any) object {
	members := toJSON(block.Header())
	members["transactions"] = transactions
	members["size"] = hexutil.EncodeUint64(block.Size())
	uncles := []common.Hash{}
	for _, uncle := range block.Uncles() {
		uncles = append(uncles, uncle.Hash())
	}
	members["uncles"] = uncles
	if withdrawals := block.Withdrawals(); withdrawals != nil {
		members["withdrawals"] = withdrawals
	}
	return members
}

func hashesOf(block *types.Block) []common.Hash {
	hashes := []common.Hash{}
	for _, transaction := range block.Transactions() {
		hashes = append(hashes, transaction.Hash())
	}
	return hashes
}
