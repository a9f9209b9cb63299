//! Reads a chain with alloy, `ProviderBuilder::new().connect_http(url)`, and prints a JSON line for the chain and one for each block.

use alloy::{
    consensus::{
        TxEnvelope,
        proofs::{calculate_receipt_root, calculate_transaction_root},
        transaction::SignerRecoverable,
    },
    eips::Encodable2718,
    primitives::{U64, keccak256},
    providers::{Provider, ProviderBuilder},
};
use serde_json::json;
use std::error::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args().nth(1).ok_or("the URL of an endpoint is missing")?;
    let provider = ProviderBuilder::new().connect_http(url.parse()?);
    let head = provider.get_block_number().await?;
    let chain = json!({
        "chainId": U64::from(provider.get_chain_id().await?),
        "blockNumber": U64::from(head),
        "networkId": provider.get_net_version().await?.to_string(),
        "clientVersion": provider.get_client_version().await?,
    });
    println!("{chain}");
    for number in 0..=head {
        println!("{}", read(&provider, number).await?);
    }
    Ok(())
}

async fn read(provider: &impl Provider, number: u64) -> Result<serde_json::Value, Box<dyn Error>> {
    let block = provider.get_block_by_number(number.into()).full().await?.ok_or("no block")?;
    let by_hash = provider.get_block_by_hash(block.header.hash).await?.ok_or("no block")?;
    let (mut transactions, mut receipts) = (vec![], vec![]);
    for hash in block.transactions.hashes() {
        transactions.push(provider.get_transaction_by_hash(hash).await?.ok_or("no transaction")?);
        receipts.push(provider.get_transaction_receipt(hash).await?.ok_or("no receipt")?);
    }
    let envelopes: Vec<TxEnvelope> = block.transactions.txns().map(|tx| tx.inner.inner().clone()).collect();
    let mut computed = vec![];
    for envelope in &envelopes {
        computed.push(json!({ "hash": keccak256(envelope.encoded_2718()), "from": envelope.recover_signer()? }));
    }
    let consensus_receipts: Vec<_> =
        receipts.iter().map(|receipt| receipt.inner.clone().into_primitives_receipt()).collect();
    Ok(json!({
        "block": block,
        "byHash": by_hash,
        "transactions": transactions,
        "receipts": receipts,
        "computed": {
            "block": {
                "hash": block.header.inner.hash_slow(),
                "transactionsRoot": calculate_transaction_root(&envelopes),
                "receiptsRoot": calculate_receipt_root(&consensus_receipts),
            },
            "transactions": computed,
        },
    }))
}
